/**
 * How many statements each section of the interface makes, counted by reading it: one for each row of a table (two where a row speaks of
 * two members), each numbered rule, each list of values, and each sentence beside them that says how the service behaves. 0 is the preamble;
 * 10 and 11 are not part of it, and list what is known of endpoints of the vendor's own and of the dated surface.
 */

export const COUNTS: Readonly<Record<string, number>> = {
  '0': 3,
  '1': 12,
  '2.1': 10,
  '2.2': 22,
  '2.3': 42,
  '2.4': 7,
  '2.5': 9,
  '2.6': 12,
  '2.7': 39,
  '2.8': 11,
  '2.9': 42,
  '2.10': 16,
  '3': 9,
  '4': 6,
  '4.1': 7,
  '4.2': 4,
  '4.3': 13,
  '4.4': 8,
  '4.5': 5,
  '4.6': 5,
  '5': 10,
  '6': 14,
  '7': 1,
  '8': 5,
  '9': 11,
  '10': 2,
  '10.1': 10,
  '10.2': 9,
  '11': 3,
  '11.1': 8,
  '11.2': 17,
  '11.3': 105,
  '11.4': 21,
  '11.5': 17,
  '11.6': 21,
  '11.7': 27,
};
