/** What the site, the emails and the API say of a class that is over (PRC-07). */
export const programEnded = 'Program ended';
