/** What the page says about a mesh that it has loaded. */
import type { MeshReport } from '../../physics/scenes/file/mesh-report';
import { listOfOmissions, omissionsInWords } from '../../runtime/jobs/mesh-words';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

/** Parts that the message itself lists. */
const LISTED = 2;

/** Says what was left out, with the list in a dialog. @param others what is to be said as well, or an empty string */
export function showMeshReport(lab: Lab, file: File, report: MeshReport, others: string): void {
  const sentences = omissionsInWords(report);
  if (sentences.length === 0 && others === '') return;
  const text = sentences.length > 0 ? `${file.name}: ${sentences.join(' ')}` : '';
  const open = async () => {
    const { openMeshDialog } = await import('./mesh-dialog');
    openMeshDialog(file.name, report);
  };
  lab.messages.show({
    kind: 'notice',
    text: [text, others].filter(Boolean).join(' '),
    reason: listOfOmissions(report, LISTED).join(' '),
    actions:
      sentences.length === 0
        ? []
        : [
            {
              label: 'What is left out…',
              help: 'List each part of the file that is left out, with its line and the reason',
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
