/** JSON in the browser's localStorage. Without it (private windows, full disks) the client still works, from memory. */

/** The part of the Storage interface that is used. */
export type StorageArea = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Return an empty storage that lasts until the page is closed. */
export function memoryStorage(): StorageArea {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

function chooseStorage(): StorageArea {
  try {
    const probe = "hippodrome.probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

/** The storage of this browser. */
export const storage: StorageArea = chooseStorage();

/** Return the value stored under a name; null if there is none or it is not valid JSON. */
export function readJson(name: string, from: StorageArea = storage): unknown {
  try {
    return JSON.parse(from.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value under a name; return false if there is no room. */
export function writeJson(name: string, value: unknown, to: StorageArea = storage): boolean {
  try {
    to.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** List the stored names that begin with a prefix. */
export function keysWithPrefix(prefix: string, from: StorageArea = storage): string[] {
  const names: string[] = [];
  for (let index = 0; index < from.length; index += 1) {
    const name = from.key(index);
    if (name?.startsWith(prefix)) names.push(name);
  }
  return names;
}
