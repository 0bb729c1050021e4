/** What this browser keeps, as JSON. A browser that keeps nothing (private windows, full disks) still plays. */

/** The part of localStorage that is needed. */
export type StorageArea = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** A shelf that forgets everything when the page is closed. */
export function memoryStorage(): StorageArea {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
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

/** Where this browser keeps things. */
export const storage: StorageArea = chooseStorage();

/** What is kept under a name, if anything that can be read is. */
export function readJson(name: string, from: StorageArea = storage): unknown {
  try {
    return JSON.parse(from.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something under a name; false if there is no room. */
export function writeJson(name: string, value: unknown, to: StorageArea = storage): boolean {
  try {
    to.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The names that begin with these letters. */
export function keysWithPrefix(prefix: string, of: StorageArea = storage): string[] {
  const all: string[] = [];
  for (let at = 0; at < of.length; at += 1) {
    const name = of.key(at);
    if (name?.startsWith(prefix)) all.push(name);
  }
  return all;
}
