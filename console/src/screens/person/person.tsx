export default function Person(_: { enrollmentId: string }) {
  return null;
}
