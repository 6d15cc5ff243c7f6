/** The figures of one section. */
export interface Figures {
  readonly title: string;
  /** The method of measurement, in a sentence. */
  readonly method: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** Prints a section as an aligned table in Markdown, for docs/performance.md. */
export const print = ({ title, method, rows }: Figures): void => {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join(' | ')} |`;
  console.log(`\n${title}\n${method}\n`);
  console.log(line(columns));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(columns.map((column) => String(row[column]))));
};
