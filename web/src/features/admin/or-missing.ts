/** The text, or N/A if it is empty or missing (ADM-36). */
export const orMissing = (text: string | null | undefined): string => text?.trim() || 'N/A';
