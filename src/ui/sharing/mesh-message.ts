/** What the page says about a mesh that it has loaded. */
import { listOfOmissions, meshInWords, omissionsInWords } from '../../runtime/jobs/mesh-words';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import type { LoadedMesh } from './mesh-dialog';

/** Parts left out that the message itself lists. */
const LISTED = 2;

/** Says how a mesh was read, with a dialog to read it otherwise. @param others what is to be said as well, or an empty string */
export function showMeshReport(lab: Lab, mesh: LoadedMesh, others: string): void {
  const { name, report } = mesh;
  const open = async () => {
    const { openMeshDialog } = await import('./mesh-dialog');
    openMeshDialog(lab, mesh);
  };
  lab.messages.show({
    kind: 'notice',
    text: [`${name}: ${meshInWords(report).join(' ')}`, others].filter(Boolean).join(' '),
    reason: [...omissionsInWords(report), ...listOfOmissions(report, LISTED)].join(' '),
    actions: [
      {
        label: 'Details…',
        help: 'Read the mesh in another unit, with another mass or welding, and list what is left out of it',
        act: () => ignoreShownError(open().catch(lab.messages.rethrow)),
      },
      {
        label: 'Undo',
        help: 'Go back to the scene before this mesh (Ctrl Z)',
        act: () => ignoreShownError(lab.undo().then(() => lab.messages.hide('notice'))),
      },
    ],
  });
}
