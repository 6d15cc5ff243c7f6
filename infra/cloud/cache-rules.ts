/** Where the web build puts files whose names carry a hash of their content. */
export const hashedFilesFolder = 'assets/';

/** How browsers and the edge keep the site's files, in the cloud and in the local stack alike. */
export const cacheControl = {
  hashedFiles: 'public, max-age=31536000, immutable',
  /** Asked for again each time, answered "not modified" unless it is. */
  others: 'no-cache',
} as const;
