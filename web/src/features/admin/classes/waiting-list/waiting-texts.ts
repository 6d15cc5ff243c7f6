import type { PutFirstReason } from '#shared/schemas/waiting-admin';

/** Why an entry is put first, in words. */
export const putFirstTexts: Readonly<Record<PutFirstReason, string>> = {
  sibling: 'A sibling is in this class',
  'school-mistake': 'A mistake by the school',
  promised: 'The school has promised a place',
  other: 'Another reason',
};
