import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createProgress } from '../progress.ts';
import { onSites, type Site, startReferencePage } from './built-sites.ts';
import { loadPage } from './page-load.ts';
import {
  columnsOf,
  documentedColumns,
  documentedMultiples,
  grownPages,
  medianWork,
  multipleOf,
  slowdown,
  type Work,
} from './page-work.ts';
import type { Asked, Figures } from './report.ts';
import { nameOf, openAs, type Visit, visitsTo } from './visits.ts';

const rounds = 9;

const openerOf = async (browser: Browser, site: Site, visit: Visit): Promise<() => Promise<Work>> => {
  const { address, storageState } = await openAs(browser, site.origin, visit);
  return () => loadPage(browser, address, storageState);
};

const documentation = join(import.meta.dirname, '../../../docs/performance.md');

/** In turn with a reference page and the site of another commit. @throws CommandError for a page that is not among `visits` */
export const measureWeb = async ({ pages, against }: Asked): Promise<Figures> => {
  const chosen = visitsTo(pages);
  return onSites(against, async ({ browser, now, other, use }) => {
    const reference = await use(startReferencePage());
    const showProgress = createProgress('pages');
    const rows = [];
    const multiples = new Map<string, number>();
    for (const visit of chosen) {
      const page = nameOf(visit);
      const openNow = await openerOf(browser, now, visit);
      // Another commit may have no such page or account.
      const openOther =
        other &&
        (await openerOf(browser, other, visit).catch((error: unknown) => {
          console.log(`${page} cannot be opened at ${against}: ${error}`);
        }));
      const works: Record<'now' | 'other' | 'reference', Work[]> = { now: [], other: [], reference: [] };
      for (let round = 0; round < rounds; round += 1) {
        works.reference.push(await loadPage(browser, reference.origin, undefined));
        if (openOther) works.other.push(await openOther());
        works.now.push(await openNow());
      }
      const own = medianWork(works.now);
      const multiple = multipleOf(own, medianWork(works.reference));
      multiples.set(page, multiple);
      const columns = columnsOf(own, openOther ? medianWork(works.other) : undefined);
      rows.push({ [documentedColumns[0]]: page, [documentedColumns[1]]: multiple, ...columns });
      showProgress(rows.length, chosen.length);
    }
    return {
      title: 'What pages cost a phone',
      method: `Medians of ${rounds} first visits, 412 px wide, until the page rests; times are those of the main thread's processor, times ${slowdown}${against === undefined ? '' : `; now / then = ratio, then is ${against}`}; the reference is a list of 100 rows with React alone.`,
      rows,
      failures: grownPages(multiples, documentedMultiples(await readFile(documentation, 'utf8'))),
    };
  });
};
