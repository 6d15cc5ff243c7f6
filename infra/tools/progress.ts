const width = 30;

/** One line in a terminal; in a file one for each tenth. @returns takes what is done, and what else there is to say */
export const createProgress = (what: string, out: NodeJS.WriteStream = process.stderr) => {
  let tenths = -1;
  return (done: number, all: number, more = ''): void => {
    const share = all === 0 ? 1 : done / all;
    const reached = Math.floor(share * 10);
    if (!out.isTTY && reached === tenths) return;
    tenths = reached;
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    const figures = `${bar} ${Math.floor(share * 100)} % of ${all.toLocaleString('en')} ${what}${more}`;
    out.write(out.isTTY ? `\r${figures}${done === all ? '\n' : ''}` : `${figures}\n`);
  };
};
