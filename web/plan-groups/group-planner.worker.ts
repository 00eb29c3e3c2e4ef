import { expose } from 'comlink'
import { newGroupPlanner } from './group-planner.ts'

expose(newGroupPlanner())
