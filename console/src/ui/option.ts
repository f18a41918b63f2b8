/** One of several to choose from. */
export interface Option {
  value: string;
  label: string;
}
