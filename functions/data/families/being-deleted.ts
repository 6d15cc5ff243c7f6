/** A profile that is there and stays: one whose account is being deleted takes no more writes. */
export const profileStays = 'attribute_exists(PK) AND attribute_not_exists(deleting)';

/** Whether an account is being deleted: nothing new may come to it. */
export const isBeingDeleted = (item: Record<string, unknown>): boolean => item.deleting === true;
