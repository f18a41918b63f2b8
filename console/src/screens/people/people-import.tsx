export default function PeopleImport(_: { importId: string }) {
  return null;
}
