declare module 'virtual:limits' {
  const limits: Record<string, Record<string, import('./api/limits.js').Limit> | undefined>;
  export default limits;
}

declare module 'virtual:names' {
  const names: { actions: string[]; targetTypes: string[]; events: string[] };
  export default names;
}
