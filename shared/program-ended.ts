/** The text for an ended class in the site, the emails and the API (PRC-07). */
export const programEnded = 'Program ended';
