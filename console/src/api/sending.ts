/** The headers of an answer that the client reads. */
const READ_HEADERS = ['retry-after', 'x-correlation-id'];

/** A `fetch` for the parts of a file, which tells how many bytes of a part are sent: the browser's own tells nothing before its answer. */
export function sendingFetch(onSent: (bytes: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const signal = init?.signal;
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => {
        const headers = new Headers();
        for (const name of READ_HEADERS) {
          const value = request.getResponseHeader(name);
          if (value !== null) headers.set(name, value);
        }
        resolve(new Response(null, { status: request.status, headers }));
      };
      request.onerror = () => reject(new TypeError('The part did not arrive.'));
      request.onabort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      onSent(0);
      request.send(init?.body as ArrayBuffer);
    });
}
