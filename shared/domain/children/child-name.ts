import { foldSpelling } from '#shared/domain/text/fold-text';

/**
 * The normal form of a child's name: names with equal keys are the same child of a family in a slot (BOK-29). "Zoë
 * Smith", " zoe\u0308 smith" and "ZOË SMITH" have one key; "Zoe Smith" has another, because accents distinguish names.
 */
export const childNameKey = (name: string): string => foldSpelling(name);
