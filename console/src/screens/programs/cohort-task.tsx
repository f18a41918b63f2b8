export default function CohortTask(_: { taskId: string }) {
  return null;
}
