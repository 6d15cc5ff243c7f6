import type { Child } from '#shared/schemas/child';

/** Said of a child who is booked in the slot (BOK-49). */
export const hasPlaceText = ({ name }: Pick<Child, 'name'>): string => `${name} has a place here`;
