// Prints what the reports of the test runs say: the failed tests, the ten slowest files.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const files = process.argv.slice(2).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults);
const name = (file) => relative('.', file.name);
const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: name(file) })));

function list(title, found) {
  if (found.length === 0) return;
  console.log(`— ${title}`);
  for (const { file, fullName, failureMessages } of found) {
    console.log(`   ${file}: ${fullName}`);
    for (const line of (failureMessages[0] ?? '').split('\n').slice(0, 6)) console.log(`      ${line}`);
  }
}

console.log('— the ten slowest files');
const seconds = (file) => (file.endTime - file.startTime) / 1000;
for (const file of files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10)) {
  console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${name(file)}`);
}
list(
  'failed',
  tests.filter((test) => test.status === 'failed'),
);
list(
  'failed to load',
  files
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => ({ file: name(file), fullName: '', failureMessages: [file.message] })),
);
