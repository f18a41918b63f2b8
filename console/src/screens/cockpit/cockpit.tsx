export default function Cockpit(_: { cohortId: string }) {
  return null;
}
