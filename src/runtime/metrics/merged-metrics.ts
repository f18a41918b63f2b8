/**
 * Joins the metrics of several processes, in the Prometheus text format. Their samples differ in a label, so nothing is
 * summed: a counter that starts anew with its process is a counter reset, which Prometheus handles.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { header: string; samples: string[] }>();
  for (const text of texts) {
    for (const part of text.split(/^(?=# HELP )/m)) {
      const [help, type = '', ...samples] = part.split('\n').filter((line) => line !== '');
      if (help === undefined) continue;
      const name = help.split(' ', 3)[2];
      const family = families.get(name) ?? { header: `${help}\n${type}`, samples: [] };
      family.samples.push(...samples);
      families.set(name, family);
    }
  }
  return [...families.values()].map(({ header, samples }) => [header, ...samples, ''].join('\n')).join('\n');
}

/** Metrics that only the parent of the processes has, in the same format. */
export function processMetrics(wanted: number, serving: number): string {
  return `# HELP delivery_service_processes_wanted Processes that are to share the port.
# TYPE delivery_service_processes_wanted gauge
delivery_service_processes_wanted ${wanted}

# HELP delivery_service_processes_serving Processes that are ready and share the port.
# TYPE delivery_service_processes_serving gauge
delivery_service_processes_serving ${serving}
`;
}
