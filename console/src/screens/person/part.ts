/** What every part of the record needs to know. */
export interface PartProps {
  enrollmentId: string;
  zone: string;
  programId: string;
}
