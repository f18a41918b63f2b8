declare module 'virtual:limits' {
  const limits: Record<string, Record<string, import('./api/limits.js').Limit> | undefined>;
  export default limits;
}
