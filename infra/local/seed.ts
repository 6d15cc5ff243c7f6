/** Fills an empty system with sample data. */
export const seed = async (_: { readonly timeZone: string }): Promise<void> => {};
