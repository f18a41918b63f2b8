export default function Webhook(_: { subscriptionId: string }) {
  return null;
}
