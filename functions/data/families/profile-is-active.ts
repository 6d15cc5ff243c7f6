/**
 * The condition of writes to a profile: it exists, and its account is not being deleted. Apart from the stored profile's
 * schema, which a function that only writes need not load.
 */
export const profileIsActive = 'attribute_exists(PK) AND attribute_not_exists(deleting)';
