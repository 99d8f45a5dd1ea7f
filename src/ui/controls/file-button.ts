/** A button that opens the browser's dialog for JSON files, and reading of a JSON file that is chosen. */
import { t } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import { button, element } from './element';

/** Bytes of a file, at most. */
const MAX_BYTES = 64 * 2 ** 20;

/** @returns the button and its hidden input */
export function fileButton(label: string, title: string, open: (file: File) => void): DocumentFragment {
  const chooser = element('input', {
    type: 'file',
    accept: '.json,application/json',
    title,
    hidden: true,
    change() {
      const [file] = chooser.files ?? [];
      // The same file can be chosen again.
      chooser.value = '';
      if (file) open(file);
    },
  });
  const node = document.createDocumentFragment();
  node.append(
    button(label, title, () => chooser.click()),
    chooser,
  );
  return node;
}

/** @param what the file should be, as in "the file of an experiment" @throws RangeError with the file's name */
export async function jsonOf(file: File, what: string): Promise<unknown> {
  if (file.size > MAX_BYTES) throw new RangeError(t`${file.name} is too large: the limit is 64 MB`);
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RangeError(t`${file.name} is not ${what}: ${messageOf(error)}`);
  }
}
