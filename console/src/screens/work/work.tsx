export default function Work() {
  return null;
}
