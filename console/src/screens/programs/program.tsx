export default function Program(_: { programId: string }) {
  return null;
}
