const wholeForm =
  'Only an office page that stays open over the release sends it. It is told that saving failed, and keeps what was typed.';

/** Breaks since the last release that are intended, each with its reason. `npm run release` ends them. */
export const acceptedBreaks: Readonly<Record<string, string>> = {
  'PUT /api/admin/classes/{classId}: Operation PUT /api/admin/classes/{classId} was removed.': wholeForm,
  'PUT /api/admin/drafts/{classId}: Operation PUT /api/admin/drafts/{classId} was removed.': wholeForm,
  'PUT /api/admin/settings: Operation PUT /api/admin/settings was removed.': wholeForm,
  'PUT /api/admin/venues/{venueId}: Operation PUT /api/admin/venues/{venueId} was removed.': wholeForm,
  'stored bankRowMark, as the released version reads it, parts_taken_back: Property parts_taken_back was removed.':
    'It freed a row all of whose parts were taken back. These are rows of their own now, so that row stays recorded.',
  'stored importedRow, as the released version reads it: Properties are no longer required: full_name, phone_number.':
    'This release still writes them, empty, as the released one requires. Nothing reads them.',
};
