/**
 * The reads that agents also get as resources, by the names of their operations. The URI is the path of the operation, as in
 * `delivery://cohorts/{cohortId}/cockpit`. Its scheme is not https, as clients fetch that by themselves, without the API key.
 */
export const AGENT_RESOURCES = ['read_cohort_cockpit', 'read_enrollment_briefing'] as const;

export type AgentResource = (typeof AGENT_RESOURCES)[number];

/** A tool with the schema of its results, which `tools/list` leaves out. */
export const TOOL_TEMPLATE = {
  uriTemplate: 'delivery://tools/{toolName}',
  name: 'tool',
  title: 'A tool with the JSON Schema of its results',
  mimeType: 'application/json',
};
