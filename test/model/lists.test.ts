/** Tests of lists that are longer than the maximum number of arguments. */

import { expect, test } from 'vitest';
import { append, largest } from '../../src/model/lists.ts';

const MANY = 300_000;

test('adds a list of any length to another', () => {
  const list = [1];
  append(list, Array<number>(MANY).fill(2));
  expect([list.length, list[0], list.at(-1)]).toEqual([MANY + 1, 1, 2]);
});

test('finds the largest of any number of numbers', () => {
  const numbers = Array.from({ length: MANY }, (_, index) => index);
  expect([largest(numbers, 5), largest(numbers, MANY), largest([], 2)]).toEqual([MANY - 1, MANY, 2]);
});
