export default function Programs() {
  return null;
}
