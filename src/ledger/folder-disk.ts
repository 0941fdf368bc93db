/** A subfolder of a disk as a disk. The top folder has no name. */

import type { Disk } from './disk.ts';

export function diskIn(disk: Disk, folder: string): Disk {
  const start = folder === '' ? '' : `${folder}/`;
  const at = (file: string) => `${start}${file}`;
  const { pathOf, readEnd } = disk;
  return {
    ...disk,
    location: folder === '' ? disk.location : `${disk.location}/${folder}`,
    ...(pathOf === undefined ? {} : { pathOf: (file: string) => pathOf(at(file)) }),
    list: async () =>
      (await disk.list())
        .filter((file) => file.startsWith(start))
        .map((file) => file.slice(start.length))
        .filter((file) => !file.includes('/')),
    read: (file) => disk.read(at(file)),
    ...(readEnd === undefined ? {} : { readEnd: (file: string) => readEnd(at(file)) }),
    replace: (file, text) => disk.replace(at(file), text),
    create: (file, text) => disk.create(at(file), text),
    remove: (file) => disk.remove(at(file)),
    modifiedAt: (file) => disk.modifiedAt(at(file)),
    openAppend: (file) => disk.openAppend(at(file)),
  };
}
