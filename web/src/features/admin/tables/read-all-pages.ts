interface PageOf<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

/** Reads a list page after page to its end; tells how many rows there are after each. */
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
