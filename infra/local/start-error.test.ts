import { expect, it } from 'vitest';
import { explainFileError, StartError } from './start-error.ts';

const fileError = (code: string) => Object.assign(new Error(code), { code, path: '/data/file' });

it.each([
  ['EACCES', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EEXIST', 'a file has this name'],
  ['ENOTDIR', 'a part of the path is a file'],
])('names the file and the reason for %s', (code, reason) => {
  expect(explainFileError(fileError(code))).toEqual(new StartError(`/data/file cannot be used: ${reason}.`));
});

it.each([
  ['an unknown code', fileError('EMFILE')],
  ['an error without a file', new Error('defect')],
  ['an error of a connection', Object.assign(new Error('EACCES'), { code: 'EACCES' })],
])('does not change %s', (_, error) => {
  expect(explainFileError(error)).toBe(error);
});
