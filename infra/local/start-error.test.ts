import { expect, it } from 'vitest';
import { explainFileError, isOfFullDisk, StartError } from './start-error.ts';

const fileError = (code: string) => Object.assign(new Error(code), { code, path: '/data/file' });

it.each([
  ['EACCES', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EEXIST', 'a file has this name'],
  ['ENOTDIR', 'a part of the path is a file'],
])('names the file and the reason for %s', (code, reason) => {
  expect(explainFileError(fileError(code))).toEqual(
    new StartError(`/data/file cannot be used: ${reason}.`, `Mend that, then start again.`),
  );
});

it.each([
  ['an unknown code', fileError('EMFILE')],
  ['an error without a file', new Error('defect')],
  ['an error of a connection', Object.assign(new Error('EACCES'), { code: 'EACCES' })],
])('does not change %s', (_, error) => {
  expect(explainFileError(error)).toBe(error);
});

it.each([
  [true, 'a write', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  [true, 'a quota', new Error('EDQUOT: disk quota exceeded, write')],
  [true, 'the database', new Error('commit failed (backend: database or disk is full)')],
  [true, 'a logged record', { event: 'request.failed', stack: 'Error: database or disk is full' }],
  [false, 'another error', new Error('ENOENT: no such file or directory')],
  [false, 'a text that was typed', 'database or disk is full'],
  [false, 'nothing', null],
])('tells (%s) whether what is logged is of a full disk: %s', (expected, _, logged) => {
  expect(isOfFullDisk(logged)).toBe(expected);
});
