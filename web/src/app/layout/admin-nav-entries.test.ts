import { generatePath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { adminPlaces, isCurrentPlace } from './admin-nav-entries.ts';
import { adminPatterns } from './workspace.ts';

it.each(adminPatterns)('marks exactly one place on %s', (page) => {
  const pathname = generatePath(page, { classId: 'cls_1', parentId: 'parent' });
  expect(adminPlaces.filter((place) => isCurrentPlace(place, pathname))).toHaveLength(1);
});
