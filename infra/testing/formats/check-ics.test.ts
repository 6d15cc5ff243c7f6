import { expect, it } from 'vitest';
import { icsFaults } from './check-ics.ts';

const file = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//School//Sessions//EN
REFRESH-INTERVAL;VALUE=DURATION:PT12H
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:STANDARD
DTSTART:20251001T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:bkg_1-2025-10-11@example.com
SEQUENCE:0
DTSTAMP:20250923T100000Z
DTSTART;TZID=Europe/London:20251011T090000
DTEND;TZID=Europe/London:20251011T094500
SUMMARY:Juniorballerz: Mary
LOCATION:Hall\\; A\\, B and a very long way to walk until you reach the goal
  at its end
STATUS:CONFIRMED
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');

it('finds no fault in a file that keeps to RFC 5545', () => {
  expect(icsFaults(file)).toEqual([]);
});

it.each([
  ['no CRLF at its end', /\r\n$/, '', 'the last line has no CRLF'],
  ['a line that ends with LF', 'VERSION:2.0\r\n', 'VERSION:2.0\n', 'a line ends without CRLF'],
  ['an empty line', 'END:VEVENT', '\r\nEND:VEVENT', 'not a content line: '],
  ['a long line', 'the goal\r\n ', 'the goal', /^more than 75 octets: LOCATION/],
  ['a long line of few characters', 'Mary', '⚽'.repeat(24), /^more than 75 octets: SUMMARY/],
  ['a stamp in local time', '100000Z', '100000', 'DTSTAMP:20250923T100000 is no utc'],
  ['a start without a zone', 'DTSTART;TZID=Europe/London', 'DTSTART', /^DTSTART:.* is no utc$/],
  ['an unknown zone', 'DTEND;TZID=Europe/London', 'DTEND;TZID=Europe/Paris', /^DTEND in the undefined zone/],
  ['UTC in a zone', '20251011T090000', '20251011T090000Z', /^DTSTART:.* is no local$/],
  ['a semicolon', 'Juniorballerz:', 'Juniorballerz;', /^SUMMARY:.* is no text$/],
  ['a control character', 'Mary', 'Ma\u0007ry', /^SUMMARY:.* is no text$/],
  ['another escape', 'Mary', 'Ma\\ry', /^SUMMARY:.* is no text$/],
  ['another version', 'VERSION:2.0', 'VERSION:1.0', 'version 1.0'],
  ['a property twice', 'SEQUENCE:0', 'SEQUENCE:0\r\nSEQUENCE:1', 'SEQUENCE twice in VEVENT'],
  ['no UID', /UID:.*\r\n/, '', 'VEVENT without UID'],
  ['an unknown property', 'SEQUENCE:0', 'SEQUENCE:0\r\nATTENDEE:mailto:a@example.com', 'ATTENDEE in VEVENT'],
  ['a parameter that is not expected', 'SUMMARY:', 'SUMMARY;LANGUAGE=en:', 'SUMMARY;LANGUAGE=en'],
  ['a duration without its type', ';VALUE=DURATION', '', 'REFRESH-INTERVAL'],
  [
    'a property of the calendar after a component',
    'END:VTIMEZONE',
    'END:VTIMEZONE\r\nX-PUBLISHED-TTL:PT12H',
    'X-PUBLISHED-TTL of VCALENDAR after a component',
  ],
  ['a zone without an offset', /BEGIN:STANDARD[\s\S]*END:STANDARD\r\n/, '', 'VTIMEZONE without a component'],
  ['no component', /BEGIN:VTIMEZONE[\s\S]*END:VEVENT\r\n/, '', 'VCALENDAR without a component'],
  ['an event in an event', 'UID:', 'BEGIN:VEVENT\r\nEND:VEVENT\r\nUID:', 'VEVENT in VEVENT'],
  ['no end', 'END:VCALENDAR\r\n', '', 'VCALENDAR does not end'],
  ['the end of another component', 'END:VEVENT', 'END:VTIMEZONE', 'END:VTIMEZONE in VEVENT'],
  ['half of a character', 'Mary', 'Mary\ud83d', 'half of a character'],
])('finds %s', (_, found, replacement, fault) => {
  const changed = file.replace(found, replacement);
  expect(changed).not.toBe(file);
  expect(icsFaults(changed)).toContainEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
});
