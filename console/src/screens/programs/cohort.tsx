export default function Cohort(_: { cohortId: string }) {
  return null;
}
