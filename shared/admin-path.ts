/** Path of the admin area, apart from all others for the script that every document loads at once. */
export const adminPath = '/admin';
