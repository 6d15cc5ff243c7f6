/** Folder of files whose names contain a hash of their content, as the web build names it. */
export const hashedFilesFolder = 'assets/';

/** Cache headers of the site's files, in the cloud and in the local stack. */
export const cacheControl = {
  hashedFiles: 'public, max-age=31536000, immutable',
  /** Revalidated for each use. */
  others: 'no-cache',
} as const;
