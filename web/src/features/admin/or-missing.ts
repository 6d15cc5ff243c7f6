/** What a table shows of a text that may be missing (ADM-36). */
export const orMissing = (text: string | null | undefined): string => text?.trim() || 'N/A';
