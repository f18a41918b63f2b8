export default function Member(_: { memberId: string }) {
  return null;
}
