interface PageOf<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

/** Reads all pages of a list; reports the number of rows after each page. */
export const readAllPages = async <Row, Cursor>(
  readPage: (cursor: Cursor | undefined) => Promise<PageOf<Row, Cursor>>,
  onProgress: (count: number) => void,
): Promise<readonly Row[]> => {
  const all: Row[] = [];
  let cursor: Cursor | undefined;
  do {
    const { rows, next } = await readPage(cursor);
    all.push(...rows);
    onProgress(all.length);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
};
