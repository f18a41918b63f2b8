declare module 'virtual:limits' {
  const limits: Record<string, Record<string, import('./api/limits.js').Limit> | undefined>;
  export default limits;
}

declare module 'virtual:audit' {
  const names: { actions: string[]; targetTypes: string[] };
  export default names;
}
