import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type GroupsJob, groupsJob } from './job.ts'
import type { GroupsPlanDocument } from './plan.ts'
import type { GroupsFigures } from './run.ts'

/** Private counts of groups by size. */
export const groups: Capability<GroupsJob, GroupsPlanDocument, GroupsFigures> = {
  name: 'groups',
  job: groupsJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planGroupsJob(job, context),
  run: async (job, context) => (await import('./run.ts')).runGroups(job, context),
}
