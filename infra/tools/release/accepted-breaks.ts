/** Breaks since the last release that are intended, with their reason. `npm run release` ends them. */
export const acceptedBreaks: readonly { readonly reason: string; readonly breaks: readonly string[] }[] = [
  {
    reason:
      'Only an office page that stays open over the release sends it. It is told that saving failed, and keeps what was typed.',
    breaks: [
      'PUT /api/admin/classes/{classId}: Operation PUT /api/admin/classes/{classId} was removed.',
      'PUT /api/admin/drafts/{classId}: Operation PUT /api/admin/drafts/{classId} was removed.',
      'PUT /api/admin/settings: Operation PUT /api/admin/settings was removed.',
      'PUT /api/admin/venues/{venueId}: Operation PUT /api/admin/venues/{venueId} was removed.',
    ],
  },
  {
    reason:
      'It freed a row all of whose parts were taken back. These are rows of their own now, so that row stays recorded.',
    breaks: [
      'stored bankRowMark, as the released version reads it, parts_taken_back: Property parts_taken_back was removed.',
    ],
  },
  {
    reason: 'This release still writes them, empty, as the released one requires. Nothing reads them.',
    breaks: [
      'stored importedRow, as the released version reads it: Properties are no longer required: full_name, phone_number.',
    ],
  },
  {
    reason:
      'Entries of payments by card exist only once an operator connects Stripe, which follows the release (CRD-01).',
    breaks: [
      "POST /api/admin/parents/{parentId}/allowances, answer, key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/parents/{parentId}/counter-entries, request, entry/allOf/0: pattern changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/parents/{parentId}/counter-entries, answer, key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/parents/{parentId}/export, answer, entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "GET /api/admin/parents/{parentId}/ledger, answer, entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/parents/{parentId}/payments, answer, key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/parents/{parentId}/refunds, answer, key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "POST /api/admin/payments/entries, answer, families/items/entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "GET /api/me/export, answer, entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "GET /api/me/export, answer, former_family/entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "GET /api/me/ledger, answer, entries/items/key: pattern of key changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "stored entryNote, as the new version reads it, SK: pattern of SK changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      "stored entryNote, as the released version reads it, SK: pattern of SK changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      'stored ledgerEntry, as the new version reads it, oneOf/1/cause/oneOf: oneOf of cause was added.',
      "stored ledgerEntry, as the new version reads it, oneOf/5/cause/entry/allOf/0: pattern changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
      'stored ledgerEntry, as the released version reads it, oneOf/0/cause/oneOf/2: oneOf subschema of cause was added.',
      'stored ledgerEntry, as the released version reads it, oneOf/1/cause: Properties of cause are no longer required: type, attempt.',
      "stored ledgerEntry, as the released version reads it, oneOf/1/cause: Type of cause widened from 'object' to 'any'.",
      'stored ledgerEntry, as the released version reads it, oneOf/1/cause: All properties of cause were removed.',
      "stored ledgerEntry, as the released version reads it, oneOf/5/cause/entry/allOf/0: pattern changed from '^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#' to '^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#'.",
    ],
  },
];
