import type { RouteResponse } from '#shared/contract/route';
import { findFamilyTable } from '#shared/families/guess-columns';
import {
  type FamilyDecision,
  fileNameSchema,
  type ImportId,
  type ImportRowId,
  importIdSchema,
  importLimits,
} from '#shared/families/import';
import type { FileFamily } from '#shared/families/import-groups';
import { importRoutes } from '#shared/families/import-routes';
import { bankRowIdOf, cutText } from '#shared/ledger/references';
import type { FileTable } from '#shared/lib/file-table';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ConnectionError, isBusy } from '../../../lib/api/api-error.ts';
import { batchesOf, type Reading } from '../tables/table-file.ts';

export const familyReading: Reading<FileTable> = {
  most: {
    bytes: importLimits.fileBytes,
    lines: importLimits.fileLines,
    rows: importLimits.fileRows,
    columns: importLimits.fileColumns,
  },
  findTable: findFamilyTable,
  needed: 'an email or a date of birth',
  advice: 'Please import it in two or more files.',
};

/** The same file has the same id, whoever chooses it. */
export const importIdOf = async ({ heading, rows }: FileTable): Promise<ImportId> =>
  importIdSchema.parse(
    await bankRowIdOf(JSON.stringify(['families', heading, rows.map(({ cells }) => cells)])),
  );

export interface DecidedFamily {
  readonly family: FileFamily;
  readonly decision: FamilyDecision;
}

const toRequestFamily = ({ lines: _, beyond: __, ...family }: FileFamily) => family;

const familyBatches = (families: readonly FileFamily[]): FileFamily[][] =>
  batchesOf(
    families,
    { rows: importLimits.rowsAtOnce, bytes: importLimits.bodyBytes },
    ({ rows, children }) => Math.max(rows.length, children.length),
  );

/** The longest time until an unanswered request is sent again. */
const longestWaitMs = 15_000;

/** Waits for some time, or until the browser says that it is online again. */
const untilOnline = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
  });

interface Progress {
  readonly done: number;
  readonly all: number;
  /** No answer came, so the request will be repeated. */
  readonly isWaiting: boolean;
}
type OnProgress = (progress: Progress) => void;

/** Repeats a request until it is answered, however long the network is gone, because a repetition changes nothing. */
const persist = async <Answer>(
  send: () => Promise<Answer>,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
): Promise<Answer> => {
  for (let wait = 1_000; ; wait = Math.min(2 * wait, longestWaitMs)) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectionError || isBusy(error))) throw error;
      onWait();
      await untilOnline(wait);
      if (signal.aborted) throw error;
    }
  }
};

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly fileName?: string;
}

/** Asks what an import would do, or imports, in several requests, and reports the progress. */
export const sendFamilies = async (
  route: 'lookUpFamilies' | 'importFamilies',
  importId: ImportId,
  families: readonly FileFamily[],
  { signal, onProgress, fileName = '' }: SendOptions,
): Promise<readonly DecidedFamily[]> => {
  const decided: DecidedFamily[] = [];
  const all = families.length;
  onProgress({ done: 0, all, isWaiting: false });
  for (const batch of familyBatches(families)) {
    const body = {
      import_id: importId,
      // A name that cannot be stored is left out.
      file_name: fileNameSchema.safeParse(cutText(fileName, importLimits.fileNameLength)).data,
      families: batch.map(toRequestFamily),
    };
    const answer = await persist(() => callRoute(importRoutes[route], { body }, { signal }), {
      signal,
      onWait: () => onProgress({ done: decided.length, all, isWaiting: true }),
    });
    decided.push(
      ...batch.flatMap((family, index) => {
        const decision = answer.families[index];
        return decision ? [{ family, decision }] : [];
      }),
    );
    onProgress({ done: decided.length, all, isWaiting: false });
  }
  return decided;
};

type RetainedFamily = RouteResponse<(typeof importRoutes)['undoImport']>['kept'][number];

export const undoWhole = async (
  importId: ImportId,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (undone: number) => void },
): Promise<{ readonly undone: number; readonly retained: readonly RetainedFamily[] }> => {
  const retained: RetainedFamily[] = [];
  let undone = 0;
  for (let after: ImportRowId | null = null; ; ) {
    const body: { after: ImportRowId | null } = { after };
    const answer = await persist(
      () => callRoute(importRoutes.undoImport, { params: { importId }, body }, { signal }),
      { signal, onWait: () => undefined },
    );
    retained.push(...answer.kept);
    undone += answer.undone;
    onProgress(undone);
    if (answer.next === null) return { undone, retained };
    after = answer.next;
  }
};
